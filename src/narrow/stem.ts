/**
 * The stem of a folded word by Porter's algorithm (https://tartarus.org/martin/PorterStemmer/), with the two changes that
 * SQLite's search index makes. The index does its own stemming; this function is for highlighting its results.
 */
export function stem(word: string): string {
  const { length } = new TextEncoder().encode(word)
  if (length < shortest || length > longest) return word
  return steps.reduce((stemmed, step) => step(stemmed), word)
}

/** Lengths in bytes. The index leaves shorter and longer words as they are. */
const shortest = 3
const longest = 64

const steps = [
  withoutPlural,
  withoutTense,
  (word: string) => (word.endsWith('y') && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word),
  replaceSuffix(
    'ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ization>ize ' +
      'ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble logi>log',
    (rest) => measure(rest) > 0,
  ),
  replaceSuffix('icate>ic ative> alize>al iciti>ic ical>ic ful> ness>', (rest) => measure(rest) > 0),
  replaceSuffix(
    'al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ion> ou> ism> ate> iti> ous> ive> ize>',
    (rest, suffix) => measure(rest) > 1 && (suffix !== 'ion' || /[st]$/.test(rest)),
  ),
  withoutFinalE,
  (word: string) => (word.endsWith('ll') && measure(word.slice(0, -1)) > 1 ? word.slice(0, -1) : word),
]

/**
 * A word as a string of `c` (consonant) and `v` (vowel). A `y` after a consonant is a vowel. The index takes a letter
 * beyond ASCII for two consonants.
 */
function shape(text: string): string {
  let letters = ''
  for (const letter of text) {
    if (letter > '\x7f') letters += 'cc'
    else letters += /[aeiou]/.test(letter) || (letter === 'y' && letters.endsWith('c')) ? 'v' : 'c'
  }
  return letters
}

const hasVowel = (text: string): boolean => shape(text).includes('v')

/** How often consonants follow vowels, which is about the number of syllables. */
const measure = (text: string): number => shape(text).split('vc').length - 1

/** Whether a text ends like `hop`: words that do have lost an `e` before their ending. */
const endsShort = (text: string): boolean => shape(text).endsWith('cvc') && !/[wxy]$/.test(text)

function withoutPlural(word: string): string {
  if (/.(?:ss|i)es$/.test(word)) return word.slice(0, -2)
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

function withoutTense(word: string): string {
  if (/.eed$/.test(word)) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const rest = /^(.+)(?:ed|ing)$/.exec(word)?.[1]
  if (rest === undefined || !hasVowel(rest)) return word
  if (/.(?:at|bl|iz)$/.test(rest)) return `${rest}e`
  if (/([0-9bcdfghjkmnpqrtvwxy])\1$/.test(rest)) return rest.slice(0, -1)
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest
}

function withoutFinalE(word: string): string {
  const rest = word.slice(0, -1)
  const drops = measure(rest) > 1 || (measure(rest) === 1 && !endsShort(rest))
  return word.endsWith('e') && drops ? rest : word
}

/** Replaces the longest suffix in a list that a word has, if the rest of the word allows it. */
function replaceSuffix(list: string, allows: (rest: string, suffix: string) => boolean): (word: string) => string {
  const rules = list.split(' ').map((rule) => rule.split('>') as [string, string])
  const longestFirst = rules.toSorted(([a], [b]) => b.length - a.length)
  return (word) => {
    const rule = longestFirst.find(([suffix]) => word.length > suffix.length && word.endsWith(suffix))
    if (rule === undefined) return word
    const rest = word.slice(0, -rule[0].length)
    return allows(rest, rule[0]) ? rest + rule[1] : word
  }
}
