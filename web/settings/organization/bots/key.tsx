import { botTypes } from '../../../../client/policies'
import { Download } from 'lucide'
import { CopyLine } from '../../../ui/form'
import { texts } from '../../../i18n'
import { download } from '../../../lib/download'
import { Button } from '../../../ui'
import type { Bot } from './rights'

interface KeyProps {
  readonly bot: Pick<Bot, 'email' | 'bot_type'>
  readonly api_key: string
}

/** A new API key with what the bot's program needs to use it. The key cannot be shown again. */
export function Key({ bot: { email, bot_type }, api_key }: KeyProps) {
  const t = texts.organization.bots
  const addressOf = (way: string): string => `${location.origin}/api/v1/external/${way}?api_key=${api_key}`
  return (
    <div class="fields">
      <CopyLine label={t.key} text={api_key} />
      <p>{t.once}</p>
      {bot_type === botTypes.incoming && (
        <>
          <CopyLine label={t.slackAddress} text={addressOf('slack_incoming')} />
          <CopyLine label={t.jsonAddress} text={addressOf('json')} />
          <p class="hint">{t.addressHint}</p>
        </>
      )}
      <div class="buttons">
        <Button icon={Download} onClick={() => download('zuliprc', zuliprc(email, api_key))}>
          {t.download}
        </Button>
      </div>
    </div>
  )
}

/** The file from which Zulip's API clients read their key. */
const zuliprc = (email: string, key: string): string => `[api]\nemail=${email}\nkey=${key}\nsite=${location.origin}\n`
