import { useSignal } from '@preact/signals'
import { Smile } from 'lucide'
import { useRef } from 'preact/hooks'
import { Drawing, EmojiButton, type Named } from '../../emoji'
import { Check } from '../../../ui/form'
import { laterWords } from '../../../i18n/later-words'
import { Button } from '../../../ui'
import { Dialog } from '../../../ui/dialog'
import { sayWhy } from '../../../ui/reason'
import { useSession } from '../../../session/context'
import { suggestions } from './suggestions'
import './status.css'

/** Characters of a status. */
const longest = 60

/** Says to everybody how one is. */
export function StatusCard({ onClose }: { onClose: () => void }) {
  const { outbox, store } = useSession()
  const said = laterWords.status
  const { status_text = '', emoji_name, ...code } = outbox.state.user_status.peek()[store.user_id] ?? {}
  const text = useSignal(status_text)
  const emoji = useSignal<Named | null>(emoji_name === undefined ? null : ({ emoji_name, ...code } as Named))
  const input = useRef<HTMLInputElement>(null)
  const settings = outbox.state.user_settings.value as { readonly presence_enabled?: boolean }

  function set(now: string, sign: Named | null): void {
    const { emoji_name: name = '', emoji_code, reaction_type } = sign ?? {}
    const shown = { emoji_name: name, ...(sign && { emoji_code, reaction_type }) }
    outbox.do({ kind: 'status', status_text: now.trim(), ...shown }).done.catch(sayWhy)
    onClose()
  }

  return (
    <Dialog title={said.title} onClose={onClose}>
      <form
        class="sections own-status"
        onSubmit={(event) => {
          event.preventDefault()
          set(text.value, emoji.value)
        }}
      >
        <div class="line">
          {emoji.value !== null && <Drawing of={emoji.value} />}
          <EmojiButton
            icon={Smile}
            name={said.emoji}
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
            aria-label={said.text}
            placeholder={said.text}
            maxLength={longest}
            autocomplete="off"
            value={text.value}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
        </div>
        <section>
          <h3>{said.suggestions}</h3>
          <ul class="suggestions">
            {suggestions.map(([key, sign]) => (
              <li key={key}>
                <button
                  type="button"
                  onClick={() => {
                    text.value = said.suggested[key]
                    emoji.value = sign
                    input.current!.focus()
                  }}
                >
                  <Drawing of={sign} />
                  {said.suggested[key]}
                </button>
              </li>
            ))}
          </ul>
        </section>
        <Check
          label={said.invisible}
          hint={said.invisibleHint}
          isOn={settings.presence_enabled === false}
          onChange={(isOn) =>
            void outbox.do({ kind: 'setting', property: 'presence_enabled', value: !isOn }).done.catch(sayWhy)
          }
        />
        <div class="buttons">
          <Button kind="main" type="submit">
            {said.save}
          </Button>
          {(status_text !== '' || emoji_name !== undefined) && (
            <Button onClick={() => set('', null)}>{said.clear}</Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
