import { computed, type ReadonlySignal } from '@preact/signals-core'
import type { Message } from '../api'
import type { Store } from '../store/store'
import type { Command } from './command'
import type { Effect, Kind, OverlaidFields } from './kind'
import { kinds } from './kinds'

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

type AnyEffects = Readonly<Record<string, Effect<never, never>>>

const effectsOf = ({ kind }: Command): AnyEffects => (kinds[kind].effects ?? {}) as AnyEffects

const fields = ['muted_topics', 'subscriptions', 'user_settings', 'user_status', 'drafts', 'starred_messages'] as const

export function createOverlay(store: Store, commands: ReadonlySignal<readonly Command[]>): Overlay {
  const withEffect = (value: unknown, command: Command, field: string): unknown => {
    const effect = effectsOf(command)[field]
    return effect === undefined || value === undefined ? value : effect(value as never, command as never, store)
  }

  const withEffects = (source: ReadonlySignal<unknown>, field: string): ReadonlySignal<never> =>
    computed(() =>
      commands.value.reduce(
        (value, command) => (command.state === 'refused' ? value : withEffect(value, command, field)),
        source.value,
      ),
    ) as ReadonlySignal<never>

  return {
    state: Object.fromEntries(
      fields.map((field) => [field, withEffects(store.state[field], field)]),
    ) as unknown as OverlaidState,
    message: (id) => withEffects(store.messages.watch(id), 'message'),
    isConfirmed(command) {
      const { isConfirmed } = kinds[command.kind] as Kind<never>
      if (isConfirmed !== undefined) return isConfirmed(command as never, store)
      const { message_id, messages = [message_id] } = command.params as { message_id?: number; messages?: number[] }
      return Object.keys(effectsOf(command)).every((field) => {
        const value = field === 'message' ? store.messages.get(messages[0]!) : store.state[field as 'drafts'].peek()
        return withEffect(value, command, field) === value
      })
    },
  }
}
