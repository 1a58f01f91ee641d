/** Accounts elsewhere that the server knows: it gives these fields their name and hint, and nobody edits them. */
const externalAccounts: Record<string, { name: string; hint: string }> = {
  twitter: { name: 'Twitter username', hint: '' },
  github: { name: 'GitHub username', hint: '' },
}

/** What the server says of an external account; null for one that an organization describes itself. */
export const defaultExternalAccount = (subtype: string): { name: string; hint: string } | null =>
  Object.hasOwn(externalAccounts, subtype) ? externalAccounts[subtype]! : null
