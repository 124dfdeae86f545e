/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.Assert;

/**
 * Gives beans with {@link PublishTo} methods a proxy that publishes, or their proxy an
 * advisor that does. Makes startup fail where an annotation cannot work, and warns of
 * methods and calls that the proxy does not see.
 */
public final class PublishToBeanPostProcessor extends AbstractBeanFactoryAwareAdvisingPostProcessor {

	/*
	 * The interceptor is the innermost one, next to the method, not the outermost one as
	 * that of @Async or @Retryable.
	 *
	 * It is in the transaction that the method runs in. With REQUIRES_NEW inside an outer
	 * transaction, the message must leave when the inner one commits, whatever becomes of
	 * the outer one: outside of the transaction interceptor, only the outer one is seen.
	 * Elements of a reactive result pass by before the commit, wherever one stands, so
	 * that one has to register with the transaction in any case.
	 *
	 * A cache hit does not come here, so that an old value is not published again after a
	 * newer one. A @Retryable method publishes once, for the attempt that succeeds. An
	 *
	 * @Async method publishes from the thread that it runs on.
	 *
	 * The order 0 is after auto-proxy creators, which make the proxy to add to, and
	 * before method validation, which comes to stand further inside: a result that is not
	 * valid is an exception here.
	 */
	private static final int ORDER = 0;

	private final PublishToMethods methods = new PublishToMethods();

	private final Supplier<TopicPublisher> publisher;

	private final Supplier<PublishFailures> failures;

	private final Set<Class<?>> examined = ConcurrentHashMap.newKeySet();

	private @Nullable PublishedClasses classes;

	private @Nullable ConfigurableListableBeanFactory beanFactory;

	/**
	 * Creates a post-processor.
	 * @param publisher asked when the first message is published
	 * @param failures asked when publishing fails first
	 */
	public PublishToBeanPostProcessor(Supplier<TopicPublisher> publisher, Supplier<PublishFailures> failures) {
		this.publisher = publisher;
		this.failures = failures;
		setOrder(ORDER);
	}

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		super.setBeanFactory(beanFactory);
		Assert.isInstanceOf(ConfigurableListableBeanFactory.class, beanFactory);
		ConfigurableListableBeanFactory beans = (ConfigurableListableBeanFactory) beanFactory;
		PublishedClasses published = new PublishedClasses(methods, beans, new PublishBeans(publisher, failures));
		this.beanFactory = beans;
		this.classes = published;
		this.advisor = new DefaultPointcutAdvisor(new PublishToPointcut(methods), new PublishToInterceptor(published));
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof Advised proxy && classes != null && !proxy.isFrozen()) {
			observeContracts(proxy, classes);
		}
		Class<?> type = AopUtils.getTargetClass(bean);
		if (methods.of(type).isEmpty() || classes == null || isDone(bean)) {
			return bean;
		}
		Map<Method, PublishedMethod> published = classes.of(type);
		Object proxy = super.postProcessAfterInitialization(bean, beanName);
		if (proxy instanceof Advised advised && !advised.isFrozen()
				&& published.values().stream().anyMatch(PublishedMethod::isReactive)) {
			RepeatableAdvice.within(advised);
		}
		if (examined.add(type)) {
			new UnseenMethods(type, methods.of(type), published.keySet()).warn(AopUtils.isJdkDynamicProxy(proxy));
		}
		return proxy;
	}

	/*
	 * Behind the proxy of a Spring Data repository or of an HTTP client is no object that
	 * implements the interface: the last advice answers, and does not proceed. Ours has
	 * to come before it, and within the transaction if the proxy begins one.
	 */
	private void observeContracts(Advised proxy, PublishedClasses classes) {
		Class<?> type = AopProxyUtils.ultimateTargetClass(proxy);
		for (Class<?> contract : proxy.getProxiedInterfaces()) {
			boolean implemented = contract.isAssignableFrom(type) && !Proxy.isProxyClass(type);
			if (implemented || methods.of(contract).isEmpty() || isDone(proxy)) {
				continue;
			}
			Collection<PublishedMethod> published = classes.of(contract).values();
			proxy.addAdvisor(behindTransaction(proxy), new DefaultPointcutAdvisor(
					new PublishToInterceptor(classes, contract, implementedByBeans(contract))));
			if (published.stream().anyMatch(PublishedMethod::isReactive)) {
				RepeatableAdvice.within(proxy);
			}
		}
	}

	/**
	 * What beans implement, such as fragments of a repository, they publish themselves.
	 */
	private Set<Class<?>> implementedByBeans(Class<?> contract) {
		return methods.of(contract)
			.keySet()
			.stream()
			.map(Method::getDeclaringClass)
			.filter((declaring) -> declaring != contract && isImplementedByABean(declaring))
			.collect(Collectors.toSet());
	}

	private boolean isImplementedByABean(Class<?> type) {
		ConfigurableListableBeanFactory beans = beanFactory;
		return beans != null && Arrays.stream(beans.getBeanNamesForType(type, true, false))
			.map((name) -> beans.getType(name, false))
			.anyMatch((known) -> known != null && !known.isInterface());
	}

	private static int behindTransaction(Advised proxy) {
		Advisor[] advisors = proxy.getAdvisors();
		int index = advisors.length;
		while (index > 0 && !advisors[index - 1].getAdvice()
			.getClass()
			.getName()
			.startsWith("org.springframework.transaction.")) {
			index--;
		}
		return index;
	}

	/** A proxy may be a bean under a second name, or hide one that has a proxy itself. */
	private boolean isDone(Object bean) {
		return bean instanceof AopInfrastructureBean
				|| (bean instanceof Advised advised && Arrays.stream(advised.getAdvisors())
					.anyMatch((known) -> known.getAdvice() instanceof PublishToInterceptor));
	}

}
