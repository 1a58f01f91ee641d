import { Copy } from 'lucide'
import type { Message } from '../../../../client'
import { copyText } from '../../../ui/clipboard'
import { texts } from '../../../i18n'
import { Button } from '../../../ui'
import { Dialog } from '../../../ui/dialog'
import { useSession } from '../../../session/context'
import { useRequest } from './use-request'
import { markdownOf } from './markdown'
import { RequestState } from './request-state'

/** A dialog with the Markdown of a message. */
export function Source({ message, onClose }: { message: Message; onClose: () => void }) {
  const session = useSession()
  const request = useRequest(async () => markdownOf(session, message))
  const text = request.answer.value
  const { messageActions: t } = texts
  return (
    <Dialog title={t.source} onClose={onClose}>
      <RequestState of={request} />
      {text !== null && (
        <>
          <pre class="source" dir="auto" tabIndex={0}>
            {text}
          </pre>
          <p class="ends">
            <Button icon={Copy} onClick={() => copyText(text, t.textCopied)}>
              {t.copyText}
            </Button>
          </p>
        </>
      )}
    </Dialog>
  )
}
