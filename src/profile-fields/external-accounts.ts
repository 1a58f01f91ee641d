/** Services that the server knows. Fields for their accounts take label and hint from here, and cannot be edited. */
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
  /** Label of the field. */
  name: string
  /** Name of the service. */
  text: string
  hint: string
  /** Address of an account, with `%(username)s` for its name. */
  url_pattern: string
}

/** The service, if the server knows it; null for one that an organization describes itself. */
export const defaultExternalAccount = (subtype: string): ExternalAccount | null =>
  Object.hasOwn(externalAccounts, subtype) ? externalAccounts[subtype]! : null
