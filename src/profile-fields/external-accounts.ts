/** Accounts elsewhere that the server knows: it gives these fields their name and hint, and nobody edits them. */
export const externalAccounts: Record<string, ExternalAccount> = {
  twitter: {
    name: 'Twitter username',
    text: 'Twitter',
    hint: '',
    url_pattern: 'https://twitter.com/%(username)s',
  },
  github: { name: 'GitHub username', text: 'GitHub', hint: '', url_pattern: 'https://github.com/%(username)s' },
}

interface ExternalAccount {
  /** Of the field. */
  name: string
  /** Of the service. */
  text: string
  hint: string
  /** Where the account is found. */
  url_pattern: string
}

/** What the server says of an external account; null for one that an organization describes itself. */
export const defaultExternalAccount = (subtype: string): ExternalAccount | null =>
  Object.hasOwn(externalAccounts, subtype) ? externalAccounts[subtype]! : null
