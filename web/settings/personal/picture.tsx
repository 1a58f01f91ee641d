import { mayChangeOwn } from '../../../client/policies'
import { texts } from '../../i18n'
import { Avatar } from '../../ui'
import { PictureSetting } from '../pictures'
import { useSession } from '../../session/context'

/** The avatar of the current user. */
export function Picture() {
  const { store, ask } = useSession()
  const t = texts.settings.profile
  const { full_name, avatar_url, avatar_source } = store.state
  const isFixed = !mayChangeOwn('avatar', store)
  const isThere = avatar_source.value === 'U'
  return (
    <PictureSetting
      title={t.picture}
      hint={isFixed ? t.picturesFixed : isThere ? '' : t.noPicture}
      choose={t.choose}
      isFixed={isFixed}
      isSquare
      onUse={(file) => ask('POST /users/me/avatar', { file })}
      removal={isThere ? { name: t.remove, onRemove: () => ask('DELETE /users/me/avatar') } : null}
    >
      <Avatar user_id={store.user_id} name={full_name.value} picture={avatar_url.value} size={96} />
    </PictureSetting>
  )
}
