import { ArrowDown, ArrowUp, Plus, X } from 'lucide'
import { useRef } from 'preact/hooks'
import { texts } from '../../../i18n'
import { Button, IconButton } from '../../../ui'
import { withItemMoved } from './order'
import type { Option } from './kinds'
import { focusNext } from '../../../ui/focus'

interface OptionsProps {
  readonly options: readonly Option[]
  readonly onChange: (options: readonly Option[]) => void
}

/** Maximal length of an option. */
const longest = 200

/** The options of a field with a choice, in their order. */
export function Options({ options, onChange }: OptionsProps) {
  const t = texts.organization.profileFields
  const root = useRef<HTMLFieldSetElement>(null)

  /** Moves the focus to an element that the next render adds. */
  const focus = (selector: string): void => focusNext(root, selector)

  function add(): void {
    const numbers = options.map(({ key }) => Number(key)).filter((number) => Number.isInteger(number))
    onChange([...options, { key: String(Math.max(0, ...numbers) + 1), text: '' }])
    focus('li:last-child input')
  }

  function move(index: number, by: number): void {
    onChange(withItemMoved(options, index, by))
    focus(`li:nth-child(${index + by + 1}) [data-by='${by}']:enabled, li:nth-child(${index + by + 1}) button:enabled`)
  }

  return (
    <fieldset ref={root} class="options">
      <legend>{t.options}</legend>
      <ul class="rows">
        {options.map(({ key, text }, index) => {
          const name = text.trim() === '' ? String(index + 1) : text
          return (
            <li key={key}>
              <input
                type="text"
                dir="auto"
                class="grow"
                aria-label={t.option(index + 1)}
                autocomplete="off"
                maxLength={longest}
                value={text}
                onInput={({ currentTarget }) =>
                  onChange(options.map((one) => (one.key === key ? { key, text: currentTarget.value } : one)))
                }
              />
              <IconButton
                icon={ArrowUp}
                name={t.optionUp(name)}
                data-by={-1}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <IconButton
                icon={ArrowDown}
                name={t.optionDown(name)}
                data-by={1}
                disabled={index === options.length - 1}
                onClick={() => move(index, 1)}
              />
              <IconButton
                icon={X}
                name={t.removeOption(name)}
                onClick={() => {
                  onChange(options.filter((one) => one.key !== key))
                  focus('.add-option > button')
                }}
              />
            </li>
          )
        })}
      </ul>
      <div class="add-option">
        <Button kind="quiet" icon={Plus} onClick={add}>
          {t.addOption}
        </Button>
      </div>
    </fieldset>
  )
}
