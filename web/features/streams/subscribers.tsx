import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { texts } from '../../i18n'
import { Button } from '../../ui'
import { ChosenPeople } from '../profiles'
import { useSession } from '../../session/context'
import type { Stream } from './stream'
import { add, remove } from './membership'

interface SubscribersProps {
  readonly stream: Stream
  /** Whether the user is subscribed. */
  readonly isIn: boolean
  /** Whether the user may remove others. */
  readonly mayRemove: boolean
  readonly onLeave: () => Promise<void>
}

/** The subscribers of a stream, and people to add. */
export function Subscribers({ stream, isIn, mayRemove, onLeave }: SubscribersProps) {
  const session = useSession()
  const { store, ask } = session
  const t = texts.streams
  const ids = useSignal<readonly number[] | null>(null)
  const isFailed = useSignal(false)

  async function load(): Promise<void> {
    isFailed.value = false
    try {
      ids.value = (await ask('GET /streams/{stream_id}/members', { stream_id: stream.stream_id })).subscribers
    } catch {
      isFailed.value = true
    }
  }
  useEffect(() => void load(), [])
  useSignalEffect(() => {
    for (const event of session.client.lastEvents.value) {
      if (event.type !== 'subscription' || (event.op !== 'peer_add' && event.op !== 'peer_remove')) continue
      if (event.stream_ids.includes(stream.stream_id)) follow(event.user_ids, event.op === 'peer_add')
    }
  })

  function follow(user_ids: readonly number[], isAdded: boolean): void {
    const before = ids.peek()
    if (before === null) return
    const others = before.filter((id) => !user_ids.includes(id))
    ids.value = isAdded ? [...others, ...user_ids] : others
  }

  if (ids.value === null)
    return isFailed.value ? (
      <p class="hint">
        {t.membersFailed}{' '}
        <Button kind="quiet" onClick={() => void load()}>
          {t.again}
        </Button>
      </p>
    ) : (
      <p class="hint">{t.membersLoading}</p>
    )

  const { users } = store
  const mayAdd = store.state.can_subscribe_other_users.value && (isIn || !stream.invite_only)

  async function addPeople(user_id: number): Promise<boolean> {
    const isBrought = await add(session, stream, [user_id])
    if (isBrought) follow([user_id], true)
    return isBrought
  }

  async function removePerson(user_id: number): Promise<boolean> {
    if (user_id === store.user_id) {
      await onLeave()
      return false
    }
    const isOut = await remove(session, stream, [user_id])
    if (isOut) follow([user_id], false)
    return isOut
  }

  return (
    <section>
      <h3>{t.members(ids.value.filter((id) => users.get(id)).length)}</h3>
      <ChosenPeople
        ids={ids.value}
        find={mayAdd ? t.findOrAdd : t.find}
        others={t.others}
        onAdd={mayAdd ? addPeople : null}
        onRemove={mayRemove ? removePerson : null}
        isLinked
      />
    </section>
  )
}
