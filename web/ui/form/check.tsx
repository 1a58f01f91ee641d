import './forms.css'

interface CheckProps {
  readonly label: string
  readonly isOn: boolean
  readonly hint?: string | undefined
  /** What it is called for those who do not see what it stands beside. */
  readonly name?: string | undefined
  readonly onChange: (isOn: boolean) => void
}

/** Something that is so or not. */
export const Check = ({ label, isOn, hint, name, onChange }: CheckProps) => (
  <label class="check">
    <input
      type="checkbox"
      aria-label={name}
      checked={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span>
      <span dir="auto">{label}</span>
      {hint !== undefined && <small>{hint}</small>}
    </span>
  </label>
)
