import { refused } from '../core/base/errors'
import { settingsOf } from '../accounts/settings'

/** Names of authentication methods in clients. Most need a service that this server does not have. */
const methodNames = new Set([
  'Dev',
  'Email',
  'LDAP',
  'RemoteUser',
  'GitHub',
  'AzureAD',
  'GitLab',
  'Apple',
  'Google',
  'SAML',
  'OpenID Connect',
])

/** Authentication methods of the server: by password, and on a development server without one. */
const serverMethods = ({ DEVELOPMENT }: Pick<Env, 'DEVELOPMENT'>): string[] =>
  DEVELOPMENT === 'true' ? ['Email', 'Dev'] : ['Email']

/** Authentication methods of the server, each with whether the realm allows it (register, Realm). */
export function methodsOf(realm: { realm_settings: string }, env: Pick<Env, 'DEVELOPMENT'>): Record<string, boolean> {
  const allowed = settingsOf(realm).authentication_methods
  return Object.fromEntries(serverMethods(env).map((name) => [name, allowed[name] === true]))
}

/** Whether people of a realm may log in by this method (behaviour, Realm settings). */
export const logsInBy = (
  method: 'Email' | 'Dev',
  realm: { realm_settings: string },
  env: Pick<Env, 'DEVELOPMENT'>,
): boolean => methodsOf(realm, env)[method] === true

/** The methods after a change. Refuses unknown methods, and switching off the last one that works here. */
export function changedMethods(
  realm: { realm_settings: string },
  changes: Readonly<Record<string, boolean>>,
  env: Pick<Env, 'DEVELOPMENT'>,
): Record<string, boolean> {
  const before = methodsOf(realm, env)
  for (const [name, isOn] of Object.entries(changes)) {
    if (!methodNames.has(name)) throw refused(`Unknown authentication method: ${name}`)
    if (isOn && !(name in before)) throw refused(`${name} is not available on this server`)
  }
  const after = Object.fromEntries(Object.entries(before).map(([name, wasOn]) => [name, changes[name] ?? wasOn]))
  if (!Object.values(after).includes(true)) throw refused('At least one authentication method must be enabled.')
  const isSame = Object.entries(after).every(([name, isOn]) => isOn === before[name])
  // Without a change keep the stored value, which may contain methods of another server.
  return isSame ? settingsOf(realm).authentication_methods : after
}

/** Refuses to replace a password in a realm that does not allow passwords. */
export function assertPasswordsReplaceable(realm: { realm_settings: string }, env: Pick<Env, 'DEVELOPMENT'>): void {
  if (!logsInBy('Email', realm, env)) throw refused('Your password is managed elsewhere.')
}

/** Refuses to log in by password in a realm that does not allow it. */
export function assertPasswordLogin(realm: { realm_settings: string }, env: Pick<Env, 'DEVELOPMENT'>): void {
  if (!logsInBy('Email', realm, env))
    throw refused('Password authentication is disabled in this organization', {
      code: 'PASSWORD_AUTH_DISABLED',
      status: 401,
    })
}

/** Refuses endpoints that only development servers have. */
export function assertDevelopment({ DEVELOPMENT }: Pick<Env, 'DEVELOPMENT'>): void {
  if (DEVELOPMENT !== 'true') throw refused('Endpoint not available in production.')
}
