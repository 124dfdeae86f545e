/*
 * Copyright 2026 the Fastwire authors
 * SPDX-License-Identifier: Apache-2.0
 */

package io.fastwire.spring.topic;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.util.ClassUtils;

/**
 * Finds calls of methods from within their own object.
 */
final class SelfCalls {

	/*
	 * A call is listed only if it is certain to go to 'this'. Bytecode names the class of
	 * the receiver, not the object, and to find the object takes a simulation of the
	 * stack. But most methods have no way to another object of their own class: they take
	 * none as a parameter, load none from a field, create none, cast nothing to it and
	 * call nothing that returns one. In those, a receiver of the own class is 'this'. In
	 * the others, such as one that calls its own proxy from a field, nothing is listed.
	 * Neither are calls by way of an interface or by reflection.
	 */

	private final Set<String> owners = new HashSet<>();

	private final Map<String, Method> callees = new HashMap<>();

	private final Set<SelfCall> found = new LinkedHashSet<>();

	private SelfCalls(Class<?> type, Collection<Method> callees) {
		for (Class<?> owner = type; owner != null && owner != Object.class; owner = owner.getSuperclass()) {
			owners.add(Type.getInternalName(owner));
		}
		for (Method callee : callees) {
			this.callees.put(callee.getName() + Type.getMethodDescriptor(callee), callee);
		}
	}

	/**
	 * Finds calls in a class and those that it extends.
	 * @param type the class
	 * @param callees the methods whose calls to find
	 * @return calls that are certain to be made on {@code this}; none if the bytecode
	 * cannot be had, as in a native image
	 */
	static Collection<SelfCall> find(Class<?> type, Collection<Method> callees) {
		SelfCalls calls = new SelfCalls(type, callees);
		for (Class<?> scanned = type; scanned != null && scanned != Object.class; scanned = scanned.getSuperclass()) {
			calls.scan(scanned);
		}
		return calls.found;
	}

	private void scan(Class<?> type) {
		try (InputStream bytecode = type.getResourceAsStream(ClassUtils.getClassFileName(type))) {
			if (bytecode != null) {
				new ClassReader(bytecode).accept(new Scanner(), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
			}
		}
		catch (IOException | IllegalArgumentException ex) {
			// Unreadable, or of a newer Java than Spring can read: no warnings then.
		}
	}

	/**
	 * A call.
	 *
	 * @param caller the name of the calling method
	 * @param callee the method that is called
	 */
	record SelfCall(String caller, Method callee) {
	}

	private final class Scanner extends ClassVisitor {

		Scanner() {
			super(SpringAsmInfo.ASM_VERSION);
		}

		@Override
		public @Nullable MethodVisitor visitMethod(int access, String name, String descriptor,
				@Nullable String signature, String @Nullable [] exceptions) {
			boolean inert = (access & (Opcodes.ACC_STATIC | Opcodes.ACC_BRIDGE)) != 0;
			return inert ? null : new Body(callerName(name), descriptor);
		}

		/** A lambda is a method of its own, named for the one that it is in. */
		private static String callerName(String name) {
			return name.startsWith("lambda$") ? name.substring("lambda$".length(), name.lastIndexOf('$')) : name;
		}

	}

	private final class Body extends MethodVisitor {

		private final String caller;

		private final List<SelfCall> calls = new ArrayList<>();

		private boolean others;

		Body(String caller, String descriptor) {
			super(SpringAsmInfo.ASM_VERSION);
			this.caller = caller;
			for (Type parameter : Type.getArgumentTypes(descriptor)) {
				others |= isOwn(parameter);
			}
		}

		@Override
		public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
			others |= isOwn(Type.getReturnType(descriptor));
			Method callee = callees.get(name + descriptor);
			if (callee != null && owners.contains(owner)) {
				calls.add(new SelfCall(caller, callee));
			}
		}

		@Override
		public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
			boolean bound = Type.getArgumentTypes(descriptor).length > 0;
			for (Object argument : arguments) {
				if (bound && argument instanceof Handle handle) {
					visitMethodInsn(Opcodes.INVOKEVIRTUAL, handle.getOwner(), handle.getName(), handle.getDesc(),
							false);
				}
			}
		}

		@Override
		public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
			others |= isOwn(Type.getType(descriptor));
		}

		@Override
		public void visitTypeInsn(int opcode, String type) {
			others |= opcode != Opcodes.INSTANCEOF && owners.contains(type);
		}

		@Override
		public void visitEnd() {
			if (!others) {
				found.addAll(calls);
			}
		}

		private boolean isOwn(Type type) {
			return type.getSort() == Type.OBJECT && owners.contains(type.getInternalName());
		}

	}

}
