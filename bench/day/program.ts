export type Program = (
  method: string,
  path: string,
  params?: Record<string, unknown>,
) => Promise<Record<string, unknown>>

/** Asks by a key, as programs do. */
export async function programOf(site: string, username: string): Promise<Program> {
  let authorization = {}
  const ask: Program = async (method, path, params = {}) => {
    const response = await fetch(`${site}/api/v1${path}`, {
      method,
      headers: authorization,
      ...(method !== 'GET' && {
        body: new URLSearchParams(
          Object.entries(params).map(([name, value]) => [
            name,
            typeof value === 'string' ? value : JSON.stringify(value),
          ]),
        ),
      }),
    })
    const answer: Record<string, unknown> = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const { api_key } = await ask('POST', '/dev_fetch_api_key', { username })
  authorization = { Authorization: `Basic ${btoa(`${username}:${String(api_key)}`)}` }
  return ask
}

/** Does work for all things, for some at once. */
export async function inParallel<T>(
  things: readonly T[],
  atOnce: number,
  work: (thing: T, index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < things.length) {
      const index = next
      next += 1
      await work(things[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
