import { expect } from 'vitest'
import { reach, type Params, type Person, type StoredRealm } from '../../kit'

/** How a request is answered: `allowed`, or status and code. */
export async function ask(
  realm: StoredRealm,
  account: Person | null,
  route: string,
  given: Params,
): Promise<{ outcome: string; msg: string }> {
  const response = await sendRequest(realm, account, route, given)
  if (response.status === 200 || response.status === 302) {
    await response.arrayBuffer()
    return { outcome: 'allowed', msg: '' }
  }
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
  if (!isJson) return { outcome: String(response.status), msg: await response.text() }
  const { msg, code } = await response.json<{ msg: string; code?: string }>()
  return { outcome: code === undefined ? String(response.status) : `${response.status} ${code}`, msg }
}

/** A successful answer to a request that may carry a file, as `file`. */
export async function postOrFail(account: Person, path: string, params: Params): Promise<Record<string, unknown>> {
  const response = await sendRequest(account.realm, account, `POST ${path}`, params)
  const answer = await response.json<Record<string, unknown>>()
  if (response.status !== 200) expect.fail(`POST ${path}: ${response.status} ${String(answer['msg'])}`)
  return answer
}

/** The response to a request to an endpoint, by its declared name. Without an account, the request has no credentials. */
export async function sendRequest(
  realm: StoredRealm,
  account: Person | null,
  route: string,
  given: Params,
): Promise<Response> {
  const [method, pattern] = route.split(' ') as [string, string]
  const { path, params } = fillPath(pattern, given)
  const query = method === 'GET' ? `?${encodeForm(params).toString()}` : ''
  return reach(realm.host, path + query, {
    method,
    redirect: 'manual',
    headers: {
      ...(account !== null && { Authorization: account.authorization }),
      ...(params['raw'] instanceof Uint8Array && { 'Content-Length': String(params['raw'].length) }),
    },
    ...(method !== 'GET' && { body: bodyOf(params) }),
  })
}

/** Puts parameters that the path names into it. */
function fillPath(pattern: string, given: Params): { path: string; params: Params } {
  const params = { ...given }
  const absolute = pattern.startsWith('{base_url}') ? pattern.slice('{base_url}'.length) : `/api/v1${pattern}`
  const path = absolute.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name])
    delete params[name]
    return value.split('/').map(encodeURIComponent).join('/')
  })
  return { path, params }
}

const formEntries = (params: Params): [string, string][] =>
  Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])

const encodeForm = (params: Params): URLSearchParams => new URLSearchParams(formEntries(params))

/** The body: a form, a form with a file, or the bytes of `raw` alone. */
function bodyOf({ file, raw, ...params }: Params): URLSearchParams | FormData | Uint8Array<ArrayBuffer> {
  if (raw instanceof Uint8Array) return raw as Uint8Array<ArrayBuffer>
  if (!(file instanceof File)) return encodeForm(params)
  const form = new FormData()
  for (const [name, value] of formEntries(params)) form.set(name, value)
  form.set('file', file)
  return form
}
