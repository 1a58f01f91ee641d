import { laterWords } from '../../i18n/later-words'
import type { Session } from '../../session/open'
import { showToast } from '../../ui'
import { showReason } from '../../ui/reason'

type Account = Pick<Session, 'ask'>

interface Named {
  readonly name: string
}

/** Takes part in a stream. */
export async function join({ ask }: Account, { name }: Named): Promise<void> {
  await ask('POST /users/me/subscriptions', { subscriptions: [{ name }] }).catch(showReason)
}

/** Takes part in a stream no more. Whoever can come back by themselves can take it back. */
export async function leave(account: Account, stream: Named & { readonly invite_only: boolean }): Promise<void> {
  const { name } = stream
  const t = laterWords.streams
  try {
    await account.ask('DELETE /users/me/subscriptions', { subscriptions: [name] })
    showToast(
      t.left(name),
      stream.invite_only ? undefined : { name: laterWords.mutes.undo, onChoose: () => void join(account, stream) },
    )
  } catch (error) {
    showReason(error)
  }
}

/** Lets others take part. False if that was refused. */
export async function add({ ask }: Account, { name }: Named, user_ids: readonly number[]): Promise<boolean> {
  try {
    await ask('POST /users/me/subscriptions', { subscriptions: [{ name }], principals: [...user_ids] })
    return true
  } catch (error) {
    showReason(error)
    return false
  }
}

/** Takes others out. False if that was refused. */
export async function remove({ ask }: Account, { name }: Named, user_ids: readonly number[]): Promise<boolean> {
  try {
    await ask('DELETE /users/me/subscriptions', { subscriptions: [name], principals: [...user_ids] })
    return true
  } catch (error) {
    showReason(error)
    return false
  }
}
