import { useSignal } from '@preact/signals'
import { Smile } from 'lucide'
import { useRef } from 'preact/hooks'
import { EmojiDrawing, EmojiButton, type NamedEmoji } from '../../emoji'
import { Check } from '../../../ui/form'
import { texts } from '../../../i18n'
import { Button } from '../../../ui'
import { Dialog } from '../../../ui/dialog'
import { showReason } from '../../../ui/reason'
import { useSession } from '../../../session/context'
import { suggestions } from './suggestions'
import './status.css'

/** Most characters of a status. */
const longest = 60

/** A dialog in which the user sets their status. */
export function StatusDialog({ onClose }: { onClose: () => void }) {
  const { outbox, store } = useSession()
  const t = texts.status
  const { status_text = '', emoji_name, ...code } = outbox.state.user_status.peek()[store.user_id] ?? {}
  const text = useSignal(status_text)
  const emoji = useSignal<NamedEmoji | null>(emoji_name === undefined ? null : ({ emoji_name, ...code } as NamedEmoji))
  const input = useRef<HTMLInputElement>(null)
  const settings = outbox.state.user_settings.value as { readonly presence_enabled?: boolean }

  function set(status: string, sign: NamedEmoji | null): void {
    const { emoji_name: name = '', emoji_code, reaction_type } = sign ?? {}
    const shown = { emoji_name: name, ...(sign && { emoji_code, reaction_type }) }
    outbox.do({ kind: 'status', status_text: status.trim(), ...shown }).done.catch(showReason)
    onClose()
  }

  return (
    <Dialog title={t.title} onClose={onClose}>
      <form
        class="sections own-status"
        onSubmit={(event) => {
          event.preventDefault()
          set(text.value, emoji.value)
        }}
      >
        <div class="line">
          {emoji.value !== null && <EmojiDrawing of={emoji.value} />}
          <EmojiButton
            icon={Smile}
            name={t.emoji}
            onChoose={({ code: emoji_code, names, picture }) => {
              const reaction_type = picture === undefined ? 'unicode_emoji' : 'realm_emoji'
              emoji.value = { emoji_name: names[0]!, emoji_code, reaction_type }
              input.current!.focus()
            }}
          />
          <input
            ref={input}
            autoFocus
            dir="auto"
            aria-label={t.text}
            placeholder={t.text}
            maxLength={longest}
            autocomplete="off"
            value={text.value}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
        </div>
        <section>
          <h3>{t.suggestions}</h3>
          <ul class="suggestions">
            {suggestions.map(([key, sign]) => (
              <li key={key}>
                <button
                  type="button"
                  onClick={() => {
                    text.value = t.suggested[key]
                    emoji.value = sign
                    input.current!.focus()
                  }}
                >
                  <EmojiDrawing of={sign} />
                  {t.suggested[key]}
                </button>
              </li>
            ))}
          </ul>
        </section>
        <Check
          label={t.invisible}
          hint={t.invisibleHint}
          isOn={settings.presence_enabled === false}
          onChange={(isOn) =>
            void outbox.do({ kind: 'setting', property: 'presence_enabled', value: !isOn }).done.catch(showReason)
          }
        />
        <div class="buttons">
          <Button kind="main" type="submit">
            {t.save}
          </Button>
          {(status_text !== '' || emoji_name !== undefined) && <Button onClick={() => set('', null)}>{t.clear}</Button>}
        </div>
      </form>
    </Dialog>
  )
}
