/* Shows the endpoints of the server that served this page; what is tried out here is asked of that server. */
SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#endpoints',
  deepLinking: true,
  // Else the viewer would send the document to a service elsewhere.
  validatorUrl: 'none',
  // A key stays in the page that it was typed into.
  persistAuthorization: false,
  // One line for each group until it is opened, with a field to look for one.
  docExpansion: 'none',
  filter: true,
  plugins: [() => ({ fn: { opsFilter: matching } })],
  // The list of all schemas at the end; each stands with its operations, too.
  defaultModelsExpandDepth: -1,
  // Fields of an answer down to those of its objects.
  defaultModelExpandDepth: 3,
})

/* Groups whose name has the phrase, and operations whose path, name or summary has it; the viewer looks only for groups. */
function matching(groups, phrase) {
  const has = (text) => String(text).toLowerCase().includes(phrase.trim().toLowerCase())
  const isMeant = (one) =>
    has(`${one.get('method')} ${one.get('path')}`) ||
    has(one.getIn(['operation', 'operationId'])) ||
    has(one.getIn(['operation', 'summary']))
  return groups
    .map((group, name) => (has(name) ? group : group.update('operations', (all) => all.filter(isMeant))))
    .filter((group) => group.get('operations').size > 0)
}

/* The viewer has a dark face, and leaves it to the page when to show it. */
const darkness = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', darkness.matches)
darkness.addEventListener('change', follow)
follow()
