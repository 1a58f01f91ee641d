import { botTypes } from '../../../../client/policies'
import { Check, Section, SelectSetting, useSaveState } from '../../../ui/form'
import { texts } from '../../../i18n'
import { byName } from '../../../lib/by-name'
import { useSession } from '../../../session/context'
import type { Bot } from './rights'

/** The default streams of a bot, for programs that name none. */
export function Streams({ bot }: { bot: Bot }) {
  const { ask, store } = useSession()
  const t = texts.organization.bots
  const saving = useSaveState()
  const { user_id: bot_id, bot_type, default_sending_stream, default_events_register_stream } = bot
  const known = [...store.streams.all.value.values()].map(({ name }) => name)
  const optionsWith = (present: string | null, nothing: string) => [
    { value: '', label: nothing },
    // The current stream may be one that the user does not know.
    ...[...new Set(present === null ? known : [...known, present])]
      .toSorted(byName)
      .map((name) => ({ value: name, label: name })),
  ]
  return (
    <Section title={t.streams} saving={saving}>
      <p class="hint">{t.streamsHint}</p>
      <div class="fields">
        <SelectSetting
          label={t.sendsTo}
          value={default_sending_stream ?? ''}
          options={optionsWith(default_sending_stream, t.noStream)}
          onSave={(name) => ask('PATCH /bots/{bot_id}', { bot_id, default_sending_stream: name })}
        />
        {bot_type !== botTypes.incoming && (
          <>
            <SelectSetting
              label={t.listensTo}
              value={default_events_register_stream ?? ''}
              options={optionsWith(default_events_register_stream, t.everyStream)}
              onSave={(name) => ask('PATCH /bots/{bot_id}', { bot_id, default_events_register_stream: name })}
            />
            <Check
              label={t.allPublic}
              isOn={bot.default_all_public_streams}
              onChange={(isOn) =>
                void saving.save(() => ask('PATCH /bots/{bot_id}', { bot_id, default_all_public_streams: isOn }))
              }
            />
          </>
        )}
      </div>
    </Section>
  )
}
