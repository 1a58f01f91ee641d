import type { Message, Route, State } from '../api'
import type { Store } from '../store/store'
import type { Wire } from '../connection/wire'
import type { Command, CommandKind, CommandParams } from './command'

export type Ask = Wire['ask']

/** The values that commands change on the screen before the server has answered: a message, and fields of the state. */
export interface OverlaidFields {
  readonly message: Message | undefined
  readonly muted_topics: State['muted_topics']
  readonly subscriptions: State['subscriptions']
  readonly user_settings: State['user_settings']
  readonly user_status: State['user_status']
  /** A draft that has yet to be created has the id of its command. */
  readonly drafts: (Omit<State['drafts'][number], 'id'> & { readonly id: number | string })[]
  readonly starred_messages: State['starred_messages']
}

/** A request: a route and its parameters. */
export type CommandRequest = readonly [route: Route, params: object]

/** How one kind of command is sent, shown and confirmed. */
export interface Kind<K extends CommandKind> {
  /** The request that does the command. `file` is for uploads only. */
  request(command: Command<K>, store: Store, file: Blob | undefined): CommandRequest
  /** Commands with the same lane are done one after the other. Commands without a lane wait for nothing. */
  lane?(params: CommandParams[K], store: Store): string | undefined
  /** How the command changes each value. An effect returns the same value if there is nothing to change. */
  readonly effects?: { readonly [F in keyof OverlaidFields]?: Effect<K, F> }
  /** Whether the store shows that the command is done. If missing: it is when no effect changes anything. */
  isConfirmed?(command: Command<K>, store: Store): boolean
  /** A refusal with this reason means that there is nothing left to do. */
  readonly doneIf?: 'already_done' | 'not_found'
  /** Finds out whether an earlier attempt without an answer was done. Returns its answer, or false. */
  findAnswer?(command: Command<K>, ask: Ask): Promise<object | false>
  /** Whether a new command replaces one of the same lane that still waits. */
  readonly merges?: true
}

export type Kinds = { readonly [K in CommandKind]: Kind<K> }

/** Returns a value as it is after the command. It is declared as a method for the sake of `kindOf`. */
export type Effect<K extends CommandKind, F extends keyof OverlaidFields> = {
  effect(value: OverlaidFields[F], command: Command<K>, store: Store): OverlaidFields[F]
}['effect']
