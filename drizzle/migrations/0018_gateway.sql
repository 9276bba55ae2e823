CREATE TABLE "deployment_minutes" (
	"deployment_id" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"gateway_id" text NOT NULL,
	"requests" integer NOT NULL,
	"limited" integer NOT NULL,
	"failed" integer NOT NULL,
	"in_flight" integer NOT NULL,
	"queued" integer NOT NULL,
	"ready" integer NOT NULL,
	"latencies" json DEFAULT '[]' NOT NULL,
	CONSTRAINT "deployment_minutes_deployment_id_minute_gateway_id_pk" PRIMARY KEY("deployment_id","minute","gateway_id")
);
--> statement-breakpoint
CREATE TABLE "gateway_loads" (
	"gateway_id" text NOT NULL,
	"replica_id" text NOT NULL,
	"in_flight" integer NOT NULL,
	"queued" integer NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gateway_loads_gateway_id_replica_id_pk" PRIMARY KEY("gateway_id","replica_id")
);
--> statement-breakpoint
ALTER TABLE "deployment_minutes" ADD CONSTRAINT "deployment_minutes_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_loads" ADD CONSTRAINT "gateway_loads_replica_id_deployment_replicas_id_fk" FOREIGN KEY ("replica_id") REFERENCES "public"."deployment_replicas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deployment_minutes_oldest" ON "deployment_minutes" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "gateway_loads_replica" ON "gateway_loads" USING btree ("replica_id");
--> statement-breakpoint
CREATE FUNCTION notify_deployments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('deployments', '');
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER deployments_notify AFTER INSERT OR DELETE OR UPDATE OF "name", "runtime", "external_url", "status", "deleted_at" ON "deployments"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_deployments();--> statement-breakpoint
CREATE TRIGGER deployment_replicas_notify AFTER INSERT OR DELETE OR UPDATE OF "state", "url" ON "deployment_replicas"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_deployments();--> statement-breakpoint
CREATE TRIGGER deployment_limits_notify AFTER INSERT OR DELETE OR UPDATE OF "rate_limit", "time_window", "algorithm", "burst", "enabled" ON "deployment_limits"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_deployments();--> statement-breakpoint
CREATE TRIGGER deployment_keys_notify AFTER INSERT OR DELETE OR UPDATE OF "revoked_at" ON "deployment_keys"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_deployments();
