/* Shows the endpoints of the server that served this page; what is tried out here is asked of that server. */
SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#endpoints',
  deepLinking: true,
  // Else the viewer would send the document to a service elsewhere.
  validatorUrl: 'none',
  // A key stays in the page that it was typed into.
  persistAuthorization: false,
  // One line for each endpoint until it is opened.
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
})
