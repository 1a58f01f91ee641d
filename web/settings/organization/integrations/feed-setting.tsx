import { texts } from '../../../i18n'
import { useSession } from '../../../session/context'
import { Section, TextSetting } from '../../../ui/form'
import { maxFeedAddressLength } from './feed-address'
import type { Integration } from './use-integrations'

interface FeedSettingProps {
  readonly integration: Integration
  readonly onChanged: () => void
}

/** The address of a feed, which can be changed. */
export function FeedSetting({ integration: { bot_id, feed_url }, onChanged }: FeedSettingProps) {
  const { ask } = useSession()
  const t = texts.organization.integrations.feed

  async function save(text: string): Promise<void> {
    await ask('PATCH /integrations/{bot_id}', { bot_id, feed_url: text })
    onChanged()
  }

  return (
    <Section title={t.title}>
      <TextSetting
        type="url"
        label={t.address}
        hint={t.hint}
        value={feed_url ?? ''}
        maxLength={maxFeedAddressLength}
        check={(text) => (text === '' ? t.needed : '')}
        onSave={save}
      />
    </Section>
  )
}
