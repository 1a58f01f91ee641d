type Tree = { [key: string]: unknown }

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

const idOf = (item: unknown): unknown =>
  isTree(item) ? (item['id'] ?? item['stream_id'] ?? item['user_id']) : undefined

/** Lists of things with ids by their ids, and lists of ids in order: the order in which clients keep them is theirs. */
export function canonical(value: unknown): unknown {
  if (isTree(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, canonical(each)]))
  if (!Array.isArray(value)) return value
  const ids = value.map(idOf)
  if (value.length > 0 && !ids.includes(undefined) && new Set(ids).size === ids.length)
    return Object.fromEntries(value.map((each, index) => [String(ids[index]), canonical(each)]))
  const items = value.map(canonical)
  if (items.length === 0) return {}
  return items.toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1))
}

/** Removes what a path names, where `*` stands for every key; only from things for which `of` is true. */
export function omit(value: unknown, path: readonly string[], of: (thing: Tree) => boolean = () => true): unknown {
  if (!isTree(value)) return value
  const [key, ...rest] = path
  if (rest.length === 0 && !of(value)) return value
  const entries = Object.entries(value).flatMap(([name, each]) => {
    if (key !== '*' && key !== name) return [[name, each]]
    return rest.length === 0 ? [] : [[name, omit(each, rest, of)]]
  })
  return Object.fromEntries(entries) as Tree
}

/** The differences of two values, a line for each place: what the client has, and what the server has. */
export function differences(client: unknown, server: unknown, path = ''): string[] {
  if (isTree(client) && isTree(server)) {
    const keys = new Set([...Object.keys(client), ...Object.keys(server)])
    return [...keys].flatMap((key) => differences(client[key], server[key], path === '' ? key : `${path}.${key}`))
  }
  const [had, is] = [JSON.stringify(client) ?? 'nothing', JSON.stringify(server) ?? 'nothing']
  return had === is ? [] : [`${path}: the client has ${had}, and it is ${is}`]
}
