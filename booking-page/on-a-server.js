// Where there is no page there is no element to define: a page that is rendered on a server may import the package all the same.

export {}
