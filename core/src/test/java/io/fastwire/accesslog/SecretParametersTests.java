/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.accesslog;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Which parts of a query are hidden. */
class SecretParametersTests {

	private final SecretParameters secrets = new SecretParameters(AccessLogOptions.SECRETS);

	@ParameterizedTest
	@CsvSource({ "token=abc,token=***", "a=1&token=abc&b=2,a=1&token=***&b=2", "access_token=abc,access_token=***",
			"accessToken=abc,accessToken=***", "ACCESS-TOKEN=abc,ACCESS-TOKEN=***",
			"id_token=a.b.c;x=y,id_token=***;x=y", "acc%65ss_tok%45n=abc,acc%65ss_tok%45n=***",
			"X-Amz-Signature=ab&x=1,X-Amz-Signature=***&x=1", "client_secret=a=b=c,client_secret=***",
			"code=1&code=2,code=***&code=***", "api_key=k,api_key=***", "key=k,key=***", "password=p%26q,password=***",
			"token=,token=", "token,token", "=x,=x", "q=token=1,q=token=1", "country_code=de,country_code=de",
			"sort_key=a,sort_key=a", "monkey=1,monkey=1", "tokens=1,tokens=1", "%zz=1&jwt=2,%zz=1&jwt=***",
			"&&a&,&&a&" })
	void hidesTheValuesOfSecrets(String query, String logged) {
		assertThat(secrets.mask(query)).isEqualTo(logged);
		assertThat(SecretParameters.NONE.mask(query)).isEqualTo(query);
	}

	@Test
	void hidesThemInReferences() {
		assertThat(secrets.maskReference("https://a.example/p?token=1&x=2"))
			.isEqualTo("https://a.example/p?token=***&x=2");
		assertThat(secrets.maskReference("/token=1")).isEqualTo("/token=1");
	}

	@Test
	void namesCanBeChosen() {
		assertThat(new SecretParameters(List.of("Card-Number", "*_Pin")).mask("cardnumber=1&my.pin=2&token=3"))
			.isEqualTo("cardnumber=***&my.pin=***&token=3");
	}

}
