import type { InputHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'
import './field.css'

interface FieldProps extends Pick<InputHTMLAttributes, 'value' | 'onInput'> {
  readonly label: string
  readonly name: string
  readonly isSecret?: boolean
  readonly autocomplete: AutoFill
  readonly inputMode?: 'email' | 'numeric' | 'text' | 'url'
  readonly maxLength: number
  /** Id of an element with a description. */
  readonly describedBy?: string
  /** Suggested texts. Others can be typed as well. */
  readonly suggestions?: readonly string[]
}

/** A one-line text box below its label. */
export function Field({ label, isSecret = false, suggestions, describedBy, ...others }: FieldProps) {
  const id = useId()
  const native = { ...others, 'aria-describedby': describedBy }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isSecret ? (
        <input id={id} type="password" {...native} />
      ) : suggestions === undefined ? (
        <input id={id} type="text" {...native} />
      ) : (
        <>
          <input id={id} type="text" list={`${id}-list`} {...native} />
          <datalist id={`${id}-list`}>
            {suggestions.map((text) => (
              <option key={text} value={text} />
            ))}
          </datalist>
        </>
      )}
    </div>
  )
}
