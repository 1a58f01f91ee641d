/** Types of the part of zulip-js that `dev/check/drive-zulip-js.ts` uses; the package has none. */
declare module 'zulip-js' {
  type Params = Record<string, unknown>
  type Call = (params?: Params | string) => Promise<Answer>
  type Answer = { result: string; msg: string; code?: string } & Record<string, unknown>

  interface Client {
    callEndpoint(path: string, method?: string, params?: Params): Promise<Answer>
    callOnEachEvent(heard: (event: { type: string } & Record<string, unknown>) => void, types: string[]): Promise<never>
    emojis: { retrieve: Call }
    events: { retrieve: Call }
    messages: Record<'retrieve' | 'send' | 'render' | 'update' | 'getById' | 'getHistoryById' | 'deleteById', Call> & {
      flags: Record<'add' | 'remove', Call>
    }
    queues: Record<'register' | 'deregister', Call>
    reactions: Record<'add' | 'remove', Call>
    server: { settings: Call }
    streams: { retrieve: Call; getStreamId: Call; subscriptions: { retrieve: Call }; topics: { retrieve: Call } }
    typing: { send: Call }
    users: { retrieve: Call; me: { getProfile: Call; subscriptions: Record<'add' | 'remove', Call> } }
  }

  export default function zulip(config: { username: string; password: string; realm: string }): Promise<Client>
}

/** Made by `dev/openapi/doc-comments.ts`. */
declare module 'all:examples' {
  import type { Examples } from '../../src/examples'

  export const examples: Examples
}
