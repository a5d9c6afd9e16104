// Without a page there is no element to define: a page that is rendered on a server may still
// import the package.

export {}
