import { Choices } from '../../ui/form'
import { chooseLooksHere, densities, looksHere, textSizeOf, textSizes } from '../../ui/styles/local-appearance'
import { laterWords } from '../../i18n/later-words'
import { usePreferences } from './place'
import { LooksSample } from './looks-sample'

/** Size of text and density in this browser, and what they look like. */
export function LooksHere() {
  const { size, sizes, density, densities: densityNames, onlyHere } = laterWords.settings
  const { now } = usePreferences()
  return (
    <section class="looks-here">
      <div class="beside">
        <Choices
          legend={size}
          value={textSizeOf(looksHere.value, now['dense_mode'] !== false)}
          options={textSizes.map((value) => ({ value, label: sizes[value] }))}
          onChoose={(textSize) => chooseLooksHere({ textSize })}
        />
        <Choices
          legend={density}
          value={looksHere.value.density}
          options={densities.map((value) => ({ value, label: densityNames[value] }))}
          onChoose={(value) => chooseLooksHere({ density: value })}
        />
      </div>
      <LooksSample />
      <p class="hint">{onlyHere}</p>
    </section>
  )
}
