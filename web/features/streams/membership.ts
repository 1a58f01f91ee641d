import { texts } from '../../i18n'
import type { Session } from '../../session/open'
import { showToast } from '../../ui'
import { showReason } from '../../ui/reason'

type Account = Pick<Session, 'ask'>

interface NamedStream {
  readonly name: string
}

/** Subscribes the user. */
export async function join({ ask }: Account, { name }: NamedStream): Promise<void> {
  await ask('POST /users/me/subscriptions', { subscriptions: [{ name }] }).catch(showReason)
}

/** Unsubscribes the user. A toast offers to undo, except for private streams, which the user cannot join by themselves. */
export async function leave(account: Account, stream: NamedStream & { readonly invite_only: boolean }): Promise<void> {
  const { name } = stream
  const t = texts.streams
  try {
    await account.ask('DELETE /users/me/subscriptions', { subscriptions: [name] })
    showToast(
      t.left(name),
      stream.invite_only ? undefined : { name: texts.mutes.undo, onChoose: () => void join(account, stream) },
    )
  } catch (error) {
    showReason(error)
  }
}

/** Subscribes others. False if the server refuses. */
export async function add({ ask }: Account, { name }: NamedStream, user_ids: readonly number[]): Promise<boolean> {
  try {
    await ask('POST /users/me/subscriptions', { subscriptions: [{ name }], principals: [...user_ids] })
    return true
  } catch (error) {
    showReason(error)
    return false
  }
}

/** Unsubscribes others. False if the server refuses. */
export async function remove({ ask }: Account, { name }: NamedStream, user_ids: readonly number[]): Promise<boolean> {
  try {
    await ask('DELETE /users/me/subscriptions', { subscriptions: [name], principals: [...user_ids] })
    return true
  } catch (error) {
    showReason(error)
    return false
  }
}
