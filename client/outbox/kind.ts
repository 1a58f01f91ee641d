import type { Message, Route, State } from '../api'
import type { Store } from '../store/store'
import type { Wire } from '../connection/wire'
import type { Command, CommandKind, CommandParams } from './command'

export type Ask = Wire['ask']

/** What is shown as commands will leave it: a message, and fields of the state. */
export interface OverlaidFields {
  readonly message: Message | undefined
  readonly muted_topics: State['muted_topics']
  readonly subscriptions: State['subscriptions']
  readonly user_settings: State['user_settings']
  readonly user_status: State['user_status']
  /** A draft that is still to be made has the id of its command. */
  readonly drafts: (Omit<State['drafts'][number], 'id'> & { readonly id: number | string })[]
  readonly starred_messages: State['starred_messages']
}

/** A request: a route and its parameters. */
export type CommandRequest = readonly [route: Route, params: object]

/** What a client knows of one kind of command. */
export interface Kind<K extends CommandKind> {
  /** What is asked of the server; of an upload with the file. */
  request(command: Command<K>, store: Store, file: Blob): CommandRequest
  /** Names what must happen in order. Commands without a lane wait for nothing. */
  lane?(params: CommandParams[K], store: Store): string | undefined
  /** What is different once it is done; the same value if it is so already. */
  readonly effects?: { readonly [F in keyof OverlaidFields]?: Effect<K, F> }
  /** Whether the store has been told. Without it, that is so when the effects change nothing. */
  readonly isConfirmed?: (command: Command<K>, store: Store) => boolean
  /** The reason of a refusal after which there is nothing left to do. */
  readonly doneIf?: 'already_done' | 'not_found'
  /** Looks whether it was done when it was tried before. */
  findAnswer?(command: Command<K>, ask: Ask): Promise<object | false>
  /** Whether a later one takes the place of one that waits. */
  readonly merges?: true
}

/** All kinds. */
export type Kinds = { readonly [K in CommandKind]: Kind<K> }

/** What a command makes of something. */
export type Effect<K extends CommandKind, F extends keyof OverlaidFields> = (
  value: OverlaidFields[F],
  command: Command<K>,
  store: Store,
) => OverlaidFields[F]
