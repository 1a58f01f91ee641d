import { refused } from '../core/base/errors'
import { settingsOf } from '../accounts/settings'

/** Names of ways to log in as clients show them. Most need a service that is not part of this server. */
const methodNames = new Set([
  'Dev', 'Email', 'LDAP', 'RemoteUser', 'GitHub', 'AzureAD', 'GitLab', 'Apple', 'Google', 'SAML', 'OpenID Connect',
]) // prettier-ignore

/** Ways to log in that the server has: by password, and on a development server without one. */
const offered = ({ DEVELOPMENT }: Pick<Env, 'DEVELOPMENT'>): string[] =>
  DEVELOPMENT === 'true' ? ['Email', 'Dev'] : ['Email']

/** Of the ways that the server has, which the realm's people may log in by (register, Realm). */
export function methodsOf(realm: { realm_settings: string }, env: Pick<Env, 'DEVELOPMENT'>): Record<string, boolean> {
  const allowed = settingsOf(realm).authentication_methods
  return Object.fromEntries(offered(env).map((name) => [name, allowed[name] === true]))
}

/** Whether people of a realm may log in this way (behaviour, Realm settings). */
export const logsInBy = (
  method: 'Email' | 'Dev',
  realm: { realm_settings: string },
  env: Pick<Env, 'DEVELOPMENT'>,
): boolean => methodsOf(realm, env)[method] === true

/** The ways after a change of some of them, or a refusal: one that works here must be left. */
export function changedMethods(
  realm: { realm_settings: string },
  given: Readonly<Record<string, boolean>>,
  env: Pick<Env, 'DEVELOPMENT'>,
): Record<string, boolean> {
  const before = methodsOf(realm, env)
  for (const [name, isOn] of Object.entries(given)) {
    if (!methodNames.has(name)) throw refused(`Unknown authentication method: ${name}`)
    if (isOn && !(name in before)) throw refused(`${name} is not available on this server`)
  }
  const after = Object.fromEntries(Object.entries(before).map(([name, wasOn]) => [name, given[name] ?? wasOn]))
  if (!Object.values(after).includes(true)) throw refused('At least one authentication method must be enabled.')
  const isSame = Object.entries(after).every(([name, isOn]) => isOn === before[name])
  // What is not offered here is kept as it is, for it is no change.
  return isSame ? settingsOf(realm).authentication_methods : after
}

/** Refuses to change a password where people log in by other means. */
export function assertPasswordsReplaceable(realm: { realm_settings: string }, env: Pick<Env, 'DEVELOPMENT'>): void {
  if (!logsInBy('Email', realm, env)) throw refused('Your password is managed elsewhere.')
}

/** Refuses where people of the realm log in by other means than a password. */
export function assertPasswords(realm: { realm_settings: string }, env: Pick<Env, 'DEVELOPMENT'>): void {
  if (!logsInBy('Email', realm, env))
    throw refused('Password authentication is disabled in this organization', {
      code: 'PASSWORD_AUTH_DISABLED',
      status: 401,
    })
}
