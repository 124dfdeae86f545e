/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.util.List;

import org.h2.jdbcx.JdbcDataSource;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A table in an embedded database, and a look at it from outside of any transaction.
 */
final class OrderTable {

	private final String database;

	private final JdbcTemplate outside;

	OrderTable(String database) {
		this.database = database;
		this.outside = new JdbcTemplate(dataSource());
		this.outside.execute("DROP TABLE IF EXISTS orders");
		this.outside.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY)");
	}

	JdbcDataSource dataSource() {
		JdbcDataSource dataSource = new JdbcDataSource();
		dataSource.setURL("jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1");
		return dataSource;
	}

	/** The rows that have been committed. */
	List<Long> committed() {
		return outside.queryForList("SELECT id FROM orders ORDER BY id", Long.class);
	}

	/**
	 * Publishes, and publishes next to it what was committed at this moment.
	 */
	TopicPublisher witness(RecordingPublisher publisher) {
		return (topics, payload, options) -> {
			publisher.publish(topics, payload, options);
			publisher.publish("committed", committed());
		};
	}

}
