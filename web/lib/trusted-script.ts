interface Policy {
  createScriptURL(address: string): string
}

const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy }
}

/**
 * The address of one of our scripts as a Trusted Type. `name` is a policy in `public/_headers`; each policy can be created only
 * once, so that no other text can become a script address.
 */
export const trustedScript = (name: string, address: string): string =>
  trustedTypes?.createPolicy(name, { createScriptURL: () => address }).createScriptURL('') ?? address
