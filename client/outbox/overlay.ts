import { computed, type ReadonlySignal } from '@preact/signals-core'
import type { Message } from '../api'
import type { Store } from '../store/store'
import type { Command, CommandKind } from './command'
import type { Effect, OverlaidFields } from './kind'
import { kindOf } from './kinds'

/** Fields of the state as they will be once all commands are done. */
export type OverlaidState = {
  readonly [F in Exclude<keyof OverlaidFields, 'message'>]: ReadonlySignal<OverlaidFields[F]>
}

/** The values of the store with the effects of commands that are not done yet. */
export interface Overlay {
  readonly state: OverlaidState
  readonly message: (id: number) => ReadonlySignal<Message | undefined>
  /** Whether the store shows that a command is done. */
  isConfirmed(command: Command): boolean
}

export function createOverlay(store: Store, commands: ReadonlySignal<readonly Command[]>): Overlay {
  type Field = keyof OverlaidFields

  function withEffect<F extends Field>(value: OverlaidFields[F], command: Command, field: F): OverlaidFields[F] {
    const effect: Effect<CommandKind, F> | undefined = kindOf(command).effects?.[field]
    return effect === undefined || value === undefined ? value : effect(value, command, store)
  }

  const withEffects = <F extends Field>(source: ReadonlySignal<OverlaidFields[F]>, field: F) =>
    computed(() =>
      commands.value.reduce<OverlaidFields[F]>(
        (value, command) => (command.state === 'refused' ? value : withEffect(value, command, field)),
        source.value,
      ),
    )

  return {
    state: {
      muted_topics: withEffects(store.state.muted_topics, 'muted_topics'),
      subscriptions: withEffects(store.state.subscriptions, 'subscriptions'),
      user_settings: withEffects(store.state.user_settings, 'user_settings'),
      user_status: withEffects(store.state.user_status, 'user_status'),
      drafts: withEffects(store.state.drafts, 'drafts'),
      starred_messages: withEffects(store.state.starred_messages, 'starred_messages'),
    },
    message: (id) => withEffects(store.messages.watch(id), 'message'),
    isConfirmed(command) {
      const kind = kindOf(command)
      if (kind.isConfirmed !== undefined) return kind.isConfirmed(command, store)
      const { message_id, messages = [message_id] } = command.params as { message_id?: number; messages?: number[] }
      return (Object.keys(kind.effects ?? {}) as Field[]).every((field) => {
        const value = field === 'message' ? store.messages.get(messages[0]!) : store.state[field].peek()
        return withEffect(value, command, field) === value
      })
    },
  }
}
