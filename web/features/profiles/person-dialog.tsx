import { useMemo } from 'preact/hooks'
import { texts } from '../../i18n'
import { Avatar } from '../../ui'
import { Dialog } from '../../ui/dialog'
import { useSession } from '../../session/context'
import { ProfileActions } from './profile-actions'
import { Facts } from './facts'
import { hasLeft, type CardProps } from './card'
import { lastSeen } from './last-seen'
import { Status } from './status'
import './profiles.css'

/** A dialog about somebody: presence, status, facts, and what the user can do with them. */
export function PersonDialog({ id, onClose }: CardProps) {
  const session = useSession()
  const { store } = session
  const presence = useMemo(() => store.presence.status(id), [store, id]).value
  const person = store.users.get(id)
  const t = texts.profile
  if (person === undefined)
    return (
      <Dialog title={texts.sidebar.somebody} onClose={onClose}>
        <p>{t.unknown}</p>
      </Dialog>
    )
  const { full_name, avatar_url, is_bot } = person
  const isGone = hasLeft(person, store)
  return (
    <Dialog title={full_name} onClose={onClose}>
      <div class="card">
        <div class="who">
          <Avatar user_id={id} name={full_name} picture={avatar_url} size={72} />
          <div>
            {isGone ? (
              <p class="gone">{t.gone}</p>
            ) : (
              !is_bot && (
                <p>
                  <i class={`presence ${presence}`} /> {lastSeen(id, presence, store)}
                </p>
              )
            )}
            <Status user_id={id} />
          </div>
        </div>
        <Facts person={person} />
        <ProfileActions person={person} isGone={isGone} onClose={onClose} />
      </div>
    </Dialog>
  )
}
