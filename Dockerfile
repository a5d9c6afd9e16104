# Only the service: its database is a PostgreSQL server named by DATABASE_URL. Dependencies are installed
# in a separate stage, so that npm and its cache stay out of the image.

# You can use another image with Node 24 and a user called node: --build-arg NODE_IMAGE=...
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The optional packages are Node and PostgreSQL: the image has the first and does not need the second. The service does not need workspaces.
RUN npm ci --omit=dev --omit=optional --workspaces=false --ignore-scripts

# The dashboard and the booking element are built with the same packages as by npm ci. The program that builds them is an optional package,
# one for each kind of machine.
FROM ${NODE_IMAGE} AS browsers
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY tsconfig.json ./
COPY client/package.json ./client/
COPY dashboard ./dashboard
COPY booking-page ./booking-page
COPY words ./words
RUN npm ci --ignore-scripts && node dashboard/prepare.js && node booking-page/prepare.js

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Clinic Scheduling" org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY bin ./bin
COPY src ./src
COPY words ./words
COPY --from=browsers /app/dashboard/dist ./dashboard/dist
COPY --from=browsers /app/booking-page/dist ./booking-page/dist
RUN install --directory --owner=node --group=node --mode=0700 /var/lib/clinic-scheduling
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    CLINIC_DATA=/var/lib/clinic-scheduling \
    CLINIC_MONITOR_HOST=0.0.0.0 \
    CLINIC_MONITOR_PORT=9464
USER node
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:9464/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Without npm in between, signals reach the service, which then finishes the requests in flight.
CMD ["node", "bin/clinic.js", "serve"]
