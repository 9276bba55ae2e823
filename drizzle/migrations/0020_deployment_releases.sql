ALTER TABLE "deployment_replicas" ADD COLUMN "release" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "release" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "previous" json;--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "rolled_back" json;