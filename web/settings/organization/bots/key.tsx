import { Download } from 'lucide'
import { CopyLine } from '../../../ui/form'
import { laterWords } from '../../../i18n/later-words'
import { Button } from '../../../ui'
import { kinds, type Bot } from './rights'

interface KeyProps {
  readonly bot: Pick<Bot, 'email' | 'bot_type'>
  readonly api_key: string
}

/** A key that was just made, for whoever runs the bot. It is shown this once. */
export function Key({ bot: { email, bot_type }, api_key }: KeyProps) {
  const t = laterWords.organization.bots
  const addressOf = (way: string): string => `${location.origin}/api/v1/external/${way}?api_key=${api_key}`
  return (
    <div class="fields">
      <CopyLine label={t.key} text={api_key} />
      <p>{t.once}</p>
      {bot_type === kinds.incoming && (
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

/** What programs of this field read to log in. */
const zuliprc = (email: string, key: string): string => `[api]\nemail=${email}\nkey=${key}\nsite=${location.origin}\n`

function download(name: string, text: string): void {
  // As plain text it would be given an ending.
  const href = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(href), 10_000)
}
