import { useSignal } from '@preact/signals'
import { Search as Glass } from 'lucide'
import { useRef } from 'preact/hooks'
import { useShortcut } from '../../../ui/keyboard'
import { Button, IconButton, lazy } from '../../../ui'
import { route } from '../../../routes/routes'
import { texts } from '../../../i18n'
import { focusIn, focusMain } from '../../../ui/focus'
import './search.css'

const Panel = lazy(async () => (await import('./panel')).Panel)

export const FoundTitle = lazy(async () => (await import('./title')).FoundTitle)

/** The search box; on phones, a button that opens it. */
export function Search() {
  const box = useRef<HTMLInputElement>(null)
  const isOpen = useSignal(false)
  const isUsed = useSignal(false)
  const isEager = useSignal(false)
  const text = useSignal('')
  /** Id of the list of suggestions, then id of the active one. */
  const ids = useSignal<readonly (string | undefined)[]>([])
  const isFound = route.value !== null && 'terms' in route.value
  const open = (): void => {
    isOpen.value = true
    // Phones hide the box until it is open. It is drawn before the next render, because iOS shows its keyboard only for a box that
    // gets the focus during the tap.
    box.current!.parentElement!.className = 'open'
    focusIn(box.current)
  }
  const cancel = (): void => {
    if (!isFound) text.value = ''
    isOpen.value = false
    focusMain()
  }
  useShortcut('search', open)
  return (
    <search class={isOpen.value ? 'open' : ''}>
      <IconButton icon={Glass} name={texts.searchBox.title} onClick={open} />
      <input
        ref={box}
        type="search"
        dir="auto"
        aria-label={texts.searchBox.title}
        aria-autocomplete="list"
        aria-controls={ids.value[0]}
        aria-activedescendant={ids.value[1]}
        placeholder={texts.searchBox.title}
        autocomplete="off"
        spellcheck={false}
        maxLength={1000}
        value={text.value}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        onKeyDown={({ key }) => (isEager.value = key === 'Enter')}
        onFocus={() => (isUsed.value = true)}
        onBlur={({ relatedTarget }) => (isOpen.value = (relatedTarget as Element | null)?.closest('search') != null)}
      />
      {isOpen.value && (
        <Button kind="quiet" onClick={cancel}>
          {texts.searchBox.cancel}
        </Button>
      )}
      {(isUsed.value || isFound) && <Panel box={box} text={text} isEager={isEager} ids={ids} />}
    </search>
  )
}
