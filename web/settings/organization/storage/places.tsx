import type { AnswerOf } from '../../../../client'
import { texts } from '../../../i18n'
import { sizeText } from '../../../lib/size'
import { streamSettingsAddress } from '../../../routes/dialogs'
import { useStore } from '../../../session/context'

type Use = AnswerOf<'GET /realm/database'>

/** What the messages of each stream take, with a link to the settings of those that the reader sees. */
export function Places({ of: use }: { readonly of: Use }) {
  const { streams } = useStore()
  const t = texts.organization.storage
  if (use.places.length === 0) return <p>{t.noMessages}</p>
  return (
    <>
      <p>{t.messages(use.messages, sizeText(use.message_bytes))}</p>
      <table class="places">
        <thead>
          <tr>
            <th scope="col">{t.place}</th>
            <th scope="col">{t.amount}</th>
            <th scope="col">{t.size}</th>
          </tr>
        </thead>
        <tbody>
          {use.places.map(({ stream_id, messages, bytes }) => {
            const stream = stream_id === null ? undefined : streams.get(stream_id)
            return (
              <tr key={stream_id}>
                <th scope="row">
                  {stream !== undefined ? (
                    <a class="link" href={streamSettingsAddress(stream)} dir="auto">
                      {`#${stream.name}`}
                    </a>
                  ) : stream_id === null ? (
                    t.direct
                  ) : (
                    t.unseen
                  )}
                </th>
                <td>{messages.toLocaleString(document.documentElement.lang)}</td>
                <td>{sizeText(bytes)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}
