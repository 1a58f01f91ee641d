import { useId } from 'preact/hooks'
import './forms.css'

interface ChoicesProps<T> {
  readonly legend: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string; readonly hint?: string }[]
  readonly onChoose: (value: T) => void
}

/** A group of radio buttons. */
export function Choices<T extends string | number | boolean>({ legend, value, options, onChoose }: ChoicesProps<T>) {
  const name = useId()
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={String(option.value)} class="check">
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChoose(option.value)} />
          <span>
            {option.label}
            {option.hint !== undefined && <small>{option.hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
