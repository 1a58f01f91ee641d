interface Policy {
  createScriptURL(address: string): string
}

const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy }
}

/**
 * The address of a script of ours that is to run beside the page, which lets no other text become one. `name` is that of a policy in
 * `public/_headers`: each can be used once.
 */
export const trustedScript = (name: string, address: string): string =>
  trustedTypes?.createPolicy(name, { createScriptURL: () => address }).createScriptURL('') ?? address
