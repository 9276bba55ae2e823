# Pipewright with the packages of the lockfile: docs/kubernetes.md.
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && rm -rf node_modules .next/cache

FROM ${NODE_IMAGE}
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY --from=build /app ./
COPY --from=packages /app/node_modules ./node_modules
# The files belong to root: the process can change none of them. These two folders are mounted over.
RUN mkdir -p node_modules/.cache/pipewright .next/cache
USER 10001:10001
EXPOSE 3000
CMD ["node", "--import", "tsx", "scripts/start.ts"]
