/** Random requests that no client would send, made from the server's OpenAPI document; for `abuse.ts`. */
import type { Account, Params } from './abuse-account.ts'

interface Operation {
  method: string
  path: string
  names: string[]
}

interface Document {
  paths: Record<string, Record<string, { parameters?: { name: string }[]; requestBody?: { content?: Content } }>>
}

type Content = Record<string, { schema?: { properties?: Record<string, unknown> } }>

/** Operations that would end the account or the organization, and so the attack. */
const spared = new Set(['DELETE /users/me', 'POST /realm/deactivate', 'POST /users/me/api_key/regenerate'])

/** All operations of the server's document. */
export async function operationsOf(base: string): Promise<Operation[]> {
  const { paths } = await (await fetch(`${base}/openapi.json`)).json<Document>()
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([verb, { parameters = [], requestBody }]) => {
      const method = verb.toUpperCase()
      const inBody = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        Object.keys(schema?.properties ?? {}),
      )
      const names = [...parameters.map(({ name }) => name), ...inBody]
      return spared.has(`${method} ${path}`) || path.startsWith('{') ? [] : [{ method, path, names }]
    }),
  )
}

const values: readonly ((random: () => number) => unknown)[] = [
  () => '',
  () => '\0',
  () => '\ud800',
  () => 'ß'.repeat(5000),
  () => `'; drop table message; --`,
  () => '%_'.repeat(40),
  () => -1,
  () => 0,
  () => 2 ** 53,
  () => 1e308,
  () => null,
  () => true,
  () => [],
  () => ({}),
  () => Array.from({ length: 5000 }, (_, index) => index),
  () => '['.repeat(20_000),
  () => ({ __proto__: { admin: true }, constructor: 'x', length: -1 }),
  () => [
    ['stream', 'random'],
    ['topic', 'a'.repeat(300)],
    ['search', '"*"'.repeat(100)],
  ],
  () => [{ operator: 'search', operand: 'a* OR (b NEAR c)'.repeat(50), negated: true }],
  () => 'newest',
  () => 'stream',
  () => 'random',
  () => '../../etc/passwd',
  () => '<script>alert(1)</script>',
  (random) => Math.floor(random() * 40),
  (random) => [Math.floor(random() * 40)],
  (random) => String(random()),
]

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!

/** Sends a random request. */
export async function askAnything(by: Account, operations: readonly Operation[], random: () => number): Promise<void> {
  const { method, path, names } = pick(operations, random)
  const params: Params = {}
  for (const name of names) if (random() < 0.7) params[name] = pick(values, random)(random)
  const filledIn = path.replaceAll(/\{\w+\}/g, () => {
    const value = pick(values, random)(random)
    return encodeURIComponent((typeof value === 'string' ? value : String(value)).toWellFormed().slice(0, 200) || '7')
  })
  const text = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value.toWellFormed() : value]),
  )
  // A query must be shorter than a body.
  const maxCharacters = method === 'GET' ? 2000 : 200_000
  await by.ask(method, filledIn, JSON.stringify(text).length > maxCharacters ? {} : text)
}
