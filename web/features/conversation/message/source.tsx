import { Copy } from 'lucide'
import type { Message } from '../../../../client'
import { copyText } from '../../../ui/clipboard'
import { laterWords } from '../../../i18n/later-words'
import { Button } from '../../../ui'
import { Dialog } from '../../../ui/dialog'
import { useSession } from '../../../session/context'
import { useAsked } from './use-request'
import { markdownOf } from './markdown'
import { Waiting } from './waiting'

/** What the author of a message wrote, as they wrote it. */
export function Source({ message, onClose }: { message: Message; onClose: () => void }) {
  const session = useSession()
  const asked = useAsked(async () => markdownOf(session, message))
  const text = asked.answer.value
  const { message: said } = laterWords
  return (
    <Dialog title={said.source} onClose={onClose}>
      <Waiting of={asked} />
      {text !== null && (
        <>
          <pre class="source" dir="auto" tabIndex={0}>
            {text}
          </pre>
          <p class="ends">
            <Button icon={Copy} onClick={() => copyText(text, said.textCopied)}>
              {said.copyText}
            </Button>
          </p>
        </>
      )}
    </Dialog>
  )
}
