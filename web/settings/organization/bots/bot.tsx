import { botTypes } from '../../../../client/policies'
import { useSignal } from '@preact/signals'
import { ConfirmButton, Section, TextSetting, useSaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { Avatar } from '../../../ui'
import { PictureSetting } from '../../pictures'
import { useSession } from '../../../session/context'
import { Erasing } from '../erasing'
import { Role } from '../roles'
import { About } from './about'
import { Deactivation } from './deactivation'
import { Key } from './key'
import { Owner } from './owner'
import type { Bot } from './rights'
import { Service } from './service'
import { Streams } from './streams'

/** The settings of a bot, for its owner and administrators. */
export function OneBot({ bot }: { bot: Bot }) {
  const { ask, store } = useSession()
  const t = texts.organization.bots
  const { user_id: bot_id, full_name, bot_type, avatar_url } = bot
  const keepsFiles = store.state.max_avatar_file_size_mib.value > 0
  const account = store.users.get(bot_id)
  return (
    <>
      <p class="hint">
        <About bot={bot} />
      </p>
      <div class="fields">
        <TextSetting
          label={t.name}
          value={full_name}
          maxLength={100}
          check={(text) => (text === '' ? t.nameless : '')}
          onSave={(text) => ask('PATCH /bots/{bot_id}', { bot_id, full_name: text })}
        />
        {account && <Role user={account} />}
      </div>
      <PictureSetting
        title={texts.settings.profile.picture}
        hint={keepsFiles ? '' : texts.pictures.noFiles}
        choose={texts.settings.profile.choose}
        isFixed={!keepsFiles}
        isSquare
        onUse={(file) => ask('PATCH /bots/{bot_id}', { bot_id, file })}
        removal={null}
      >
        <Avatar user_id={bot_id} name={full_name} picture={avatar_url} size={96} />
      </PictureSetting>
      {bot_type === botTypes.outgoing && <Service bot={bot} />}
      <NewKey bot={bot} />
      <Streams bot={bot} />
      <Owner bot={bot} />
      <Deactivation bot={bot} />
      <Erasing user={bot} />
    </>
  )
}

function NewKey({ bot }: { bot: Bot }) {
  const { ask } = useSession()
  const t = texts.organization.bots
  const saving = useSaveState()
  const newKey = useSignal('')

  async function make(): Promise<void> {
    newKey.value = (await ask('POST /bots/{bot_id}/api_key/regenerate', { bot_id: bot.user_id })).api_key
  }

  return (
    <Section title={t.key} saving={saving}>
      {newKey.value === '' ? <p class="hint">{t.keyHint}</p> : <Key bot={bot} api_key={newKey.value} />}
      <ConfirmButton name={t.newKey} yes={t.newKeyNow} onYes={() => saving.save(make, t.keyMade)}>
        <p>{t.oldKeyEnds}</p>
      </ConfirmButton>
    </Section>
  )
}
